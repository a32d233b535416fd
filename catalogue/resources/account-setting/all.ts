import { accountDefaults } from './defaults.ts'
import { accountLimits } from './limits.ts'

/** Every group of settings of one tenant or partner. */
export const accountSettingGroups = [accountLimits, accountDefaults] as const
