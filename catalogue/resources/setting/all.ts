import { egressSettings } from './egress.ts'
import { emailSettings } from './email.ts'
import { uploadSettings } from './uploads.ts'

/** Every group of settings of the installation. */
export const settingGroups = [egressSettings, emailSettings, uploadSettings]
