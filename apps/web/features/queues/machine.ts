import type { ListRow } from '@weft/kit/contracts/client.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'

/** A machine as the list of supervisors shows it. */
export type Machine = ListRow<'/supervisor'>
export type MachineWorker = Machine['workers'][number]

export const machineTones: Record<Machine['state'], Tone> = {
  unconfigured: 'slate',
  generated: 'blue',
  starting: 'blue',
  running: 'green',
  draining: 'amber',
  stopped: 'slate',
  failed: 'red',
}
