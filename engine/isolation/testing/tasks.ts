import { defineTask } from '../task.ts'

const limits = { seconds: 20, memory_mb: 400, answer_mb: 1 }
const advice = { en: 'Bring less.', de: 'Bringen Sie weniger.' }

export const count = defineTask<{ plus: number }, { bytes: number }>({ name: 'count', limits, advice })
export const loop = defineTask<object, null>({ name: 'loop', limits: { ...limits, seconds: 1 }, advice })
export const grow = defineTask<{ what: 'heap' | 'buffers' | 'depth' | 'answer' }, unknown>({
  name: 'grow',
  limits,
  advice,
})
export const leave = defineTask<object, null>({ name: 'leave', limits, advice })
export const asking = defineTask<{ question: string }, { heard: unknown }>({ name: 'asking', limits, advice })
export const escape = defineTask<{ port: number; file: string; pid: number }, Record<string, string>>({
  name: 'escape',
  limits,
  advice,
})
export const outward = defineTask<{ cleared: number; other: number; socket: string }, Record<string, string>>({
  name: 'outward',
  limits,
  advice,
  process: 'outbound',
})
export const dial = defineTask<{ host: string; port: number; isCleared: boolean }, string>({
  name: 'dial',
  limits,
  advice,
  process: 'outbound',
})
export const keep = defineTask<{ bytes: Uint8Array }, { pid: number }>({ name: 'keep', limits, advice })
export const linger = defineTask<object, null>({ name: 'linger', limits, advice })
export const forge = defineTask<object, null>({ name: 'forge', limits, advice })
