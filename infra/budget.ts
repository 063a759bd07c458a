// An alarm before the month's bill is a surprise. Of the whole account: a filter by tag would count nothing until somebody switches
// the tag on in the billing console.
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
