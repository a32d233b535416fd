import { billingSettings } from './billing.ts'
import { egressSettings } from './egress.ts'
import { emailSettings } from './email.ts'
import { extensionSettings } from './extensions.ts'
import { helpSettings } from './help.ts'
import { jobSettings } from './jobs.ts'
import { legalSettings } from './legal.ts'
import { mailLayoutSettings } from './mail-layout.ts'
import { numberRangeSettings } from './number-ranges.ts'
import { pluginSettings } from './plugins.ts'
import { newsletterSettings } from './newsletter.ts'
import { queueSettings } from './queues.ts'
import { requestSettings } from './requests.ts'
import { retentionSettings } from './retention.ts'
import { securitySettings } from './security.ts'
import { uploadSettings } from './uploads.ts'

/** Every group of settings of the installation. */
export const settingGroups = [
  billingSettings,
  egressSettings,
  emailSettings,
  extensionSettings,
  helpSettings,
  jobSettings,
  legalSettings,
  mailLayoutSettings,
  newsletterSettings,
  numberRangeSettings,
  pluginSettings,
  queueSettings,
  requestSettings,
  retentionSettings,
  securitySettings,
  uploadSettings,
]
