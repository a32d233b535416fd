import { earlySetting } from './env/environment.server.ts'

export const version = '0.1.0'
/** The specification's number of the application; below 2 its pages speak to what it calls the old core. */
export const app_version: number = earlySetting('WEFT_APP_VERSION')
