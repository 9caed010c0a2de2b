/** A process that measures the judge on one web after another. */
import { answerJobs } from "../pool/answer-jobs.ts";
import { measureWeb, type WebJob } from "./measure-web.ts";

answerJobs({ doJob: (job: WebJob) => measureWeb(job) });
