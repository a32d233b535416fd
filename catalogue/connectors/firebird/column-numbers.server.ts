import { createRequire } from 'node:module'

type Description = { buffer: Buffer; pos: number; readInt(): number }

/** isc_info_sql_sqlda_seq: which column of a statement is described next. */
const sequence = 9
/** A row has at most 64 KiB, and so fewer columns. */
const most = 65_535

/**
 * The driver puts a described column at the place its number names, and then walks over all places up to the last: a number of 1.7 billion
 * kept the process busy for half a minute. Looked at before, it is an error.
 */
export function distrustColumnNumbers() {
  const part = createRequire(import.meta.url)
  const { BlrReader } = part('node-firebird/lib/wire/serialize.js') as { BlrReader: { prototype: Description } }
  const { readInt } = BlrReader.prototype
  BlrReader.prototype.readInt = function (this: Description) {
    const isColumn = this.buffer[this.pos - 1] === sequence
    const value = readInt.call(this)
    if (isColumn && value > most) throw new RangeError('a number of a column that cannot be')
    return value
  }
}
