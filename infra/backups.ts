// Daily backups of the results and of the index by AWS Backup, if the configuration wants them. They survive the deletion of a bucket.
// sst makes resources of AWS Backup for its Dsql only.
import { service } from "./conf.ts";
import { indexTable } from "./index-table.ts";
import { isProduction, jobPrefix } from "./names.ts";
import { results } from "./storage.ts";

const { backupDays } = service.storage;

if (backupDays !== undefined) {
  const vault = new aws.backup.Vault("Backups", { name: jobPrefix, forceDestroy: !isProduction });
  const role = new aws.iam.Role("BackupRole", {
    assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "backup.amazonaws.com" }),
    managedPolicyArns: [
      "arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup",
      "arn:aws:iam::aws:policy/AWSBackupServiceRolePolicyForS3Backup",
    ],
  });
  const plan = new aws.backup.Plan("BackupPlan", {
    name: jobPrefix,
    rules: [
      {
        ruleName: "daily",
        targetVaultName: vault.name,
        schedule: "cron(0 3 * * ? *)",
        lifecycle: { deleteAfter: backupDays },
      },
    ],
  });
  new aws.backup.Selection("BackupSelection", {
    name: jobPrefix,
    planId: plan.id,
    iamRoleArn: role.arn,
    resources: [results.arn, indexTable.arn],
  });
}
