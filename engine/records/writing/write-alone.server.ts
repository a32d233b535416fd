import type { Batch, Refusal } from './batch.ts'
import { findCulprits } from './culprits.server.ts'
import { refersTo, withoutDangling, withoutPositions } from './dangling.server.ts'
import type { Target, WriteDriver, WriteSession } from './driver.ts'

/** Records that refer to one the database has refused: known only when the others are written. */
class Strays extends Error {
  readonly refused: Refusal[]
  constructor(refused: Refusal[]) {
    super('written records refer to refused ones')
    this.refused = refused
  }
}

/** Writes a batch the database may have refused as a whole: without the records at fault, and without those that refer to them. */
export async function writeAlone<T>(
  driver: WriteDriver,
  target: Target,
  batch: Pick<Batch, 'encoded' | 'records'>,
  finish: (session: WriteSession, refused: Refusal[]) => Promise<T>,
): Promise<T> {
  const strays: Refusal[] = []
  for (;;)
    try {
      return await driver.inTransaction(async (session) => {
        const { records } = batch
        const encoded = withoutPositions(batch.encoded, positionsOf(strays))
        const check = (left: typeof encoded) =>
          refersTo(target)
            ? withoutDangling({ session, target, format: driver.format }, { records, encoded: left })
            : { encoded: left, refused: [] }
        const checked = await check(encoded)
        const culprits = await findCulprits(session, target, { records, encoded: checked.encoded })
        if (culprits.length > 0) {
          const { refused } = await check(withoutPositions(checked.encoded, positionsOf(culprits)))
          if (refused.length > 0) throw new Strays(refused)
        }
        return finish(session, [...strays, ...checked.refused, ...culprits])
      })
    } catch (error) {
      if (!(error instanceof Strays)) throw error
      strays.push(...error.refused)
    }
}

const positionsOf = (refused: Refusal[]) => new Set(refused.map(({ position }) => position))
