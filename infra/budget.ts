// Warns the operator before the monthly budget is spent. It counts the whole account, because a filter by tag counts
// nothing until somebody activates the tag in the billing console. There is no component of sst for budgets.
import { service } from "./conf.ts";
import { jobPrefix } from "./names.ts";
import { topic } from "./topic.ts";

new aws.budgets.Budget("MonthlyBudget", {
  name: `${jobPrefix}-month`,
  budgetType: "COST",
  timeUnit: "MONTHLY",
  limitAmount: String(service.monthlyBudgetUsd),
  limitUnit: "USD",
  notifications: [
    { notificationType: "ACTUAL", threshold: 80 },
    { notificationType: "FORECASTED", threshold: 100 },
  ].map((notification) => ({
    ...notification,
    comparisonOperator: "GREATER_THAN",
    thresholdType: "PERCENTAGE",
    subscriberSnsTopicArns: [topic.arn],
  })),
});
