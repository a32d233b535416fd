import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'

/**
 * The bytes of a source on their way to another system: however the source ends before its time, whoever sends them hears of it as an
 * error, and the other way round. `broke` tells a source that broke off from a system that did not take it.
 */
export function sourceBytes(source: Readable) {
  const bytes = new PassThrough()
  let broke: Error | undefined = source.errored ?? undefined
  const breakOff = (error: Error) => {
    if (!bytes.destroyed) broke ??= error
  }
  source.once('error', breakOff).once('close', () => {
    if (!source.readableEnded)
      breakOff(Object.assign(new Error('the source broke off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }))
  })
  const whole = pipeline(source, bytes)
  whole.catch(heardElsewhere)
  return { bytes, whole, broke: () => broke }
}
