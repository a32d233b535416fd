import type { MailClass } from '@weft/kit/define/mail.ts'
import { accountLocked } from './account-locked.ts'
import { approvalMail } from './approval.ts'
import { dashboardMailClass } from './dashboard.ts'
import { invitation } from './invitation.ts'
import { invoiceCancelledMail } from './invoice-cancelled.ts'
import { invoiceMail } from './invoice.ts'
import { mailTest } from './mail-test.ts'
import { newsletterConfirmation } from './newsletter-confirmation.ts'
import { newsletter } from './newsletter.ts'
import { passwordChanged } from './password-changed.ts'
import { passwordReset } from './password-reset.ts'
import { runMissing } from './run-missing.ts'
import { signInCode } from './sign-in-code.ts'
import { supportRequest } from './support-request.ts'
import { systemAlert } from './system-alert.ts'
import { workflowAborted } from './workflow-aborted.ts'
import { workflowFailed } from './workflow-failed.ts'
import { workflowMail } from './workflow-mail.ts'
import { workflowWarning } from './workflow-warning.ts'

/** Every kind of mail the product sends, alphabetically. */
export const mails: readonly MailClass[] = [
  accountLocked,
  approvalMail,
  dashboardMailClass,
  invitation,
  invoiceMail,
  invoiceCancelledMail,
  mailTest,
  newsletter,
  newsletterConfirmation,
  passwordChanged,
  passwordReset,
  runMissing,
  signInCode,
  supportRequest,
  systemAlert,
  workflowAborted,
  workflowFailed,
  workflowMail,
  workflowWarning,
]
