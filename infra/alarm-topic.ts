import { Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";

/**
 * Adds the topic that alarms are sent to, with its subscribers: e-mail addresses and https URLs.
 * Its messages name alarms and figures, and e-mail carries them in the clear. Encrypted at rest
 * they would need a key of their own, as alarms may not use the one that AWS manages.
 */
export function addAlarmTopic(scope: Construct, addresses: readonly string[]): Topic {
  const topic = new Topic(scope, "AlarmTopic", { enforceSSL: true });
  // With a policy of its own a topic no longer admits its account by default.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
  );
  for (const address of addresses) {
    const isUrl = address.startsWith("https://");
    topic.addSubscription(
      isUrl
        ? new UrlSubscription(address, { protocol: SubscriptionProtocol.HTTPS })
        : new EmailSubscription(address),
    );
  }
  return topic;
}
