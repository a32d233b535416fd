import { log } from '../log/log.server.ts'
import { environment, maskedSettings, WrongEnvironment, type Environment } from './environment.server.ts'

/** The settings of a process that people start: wrong ones are told once, and the process ends. */
export function environmentAtStart(): Environment {
  try {
    log.debug({ settings: maskedSettings(environment()) }, 'settings of the environment')
    return environment()
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
