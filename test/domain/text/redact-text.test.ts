import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { redactText } from "../../../lib/domain/text/redact-text.ts";

describe("redacted texts", () => {
  it("E-mail addresses are replaced, also in brackets and with mailto:, and counted", () => {
    const { text, emails } = redactText(
      "Write to ann@example.org, (bob.b+x@sub.example.co.uk) or mailto:z@z.de!",
    );
    assert.equal(text, "Write to [e-mail], ([e-mail]) or [e-mail]!");
    assert.equal(emails, 3);
  });

  it("Phone numbers are replaced as they are dialled from abroad, and at home with a country", () => {
    const plain = "Call +49 30 1234567 or (030) 1234567 now";
    assert.deepEqual(redactText(plain), {
      text: "Call [phone] or (030) 1234567 now",
      ...{ emails: 0, phones: 1 },
    });
    assert.deepEqual(redactText(plain, "DE"), {
      text: "Call [phone] or [phone] now",
      ...{ emails: 0, phones: 2 },
    });
  });

  it("Dates, ISBNs, prices and addresses of pages stay", () => {
    const text =
      "2026-11-25 12:30, ISBN 978-3-16-148410-0, 1,200.50 EUR, http://a.example/?q=a@b.c";
    assert.deepEqual(redactText(text), { text, emails: 0, phones: 0 });
  });

  it("A redacted text has nothing more to redact, and no text throws", () => {
    const part = fc.constantFrom("ann@example.org", "+49 30 1234567", " ", "x", "@", "1", "(");
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }), (parts) => {
        const { text } = redactText(parts.join(" "));
        assert.equal(redactText(text).emails, 0);
      }),
      { seed: 1 },
    );
  });
});
