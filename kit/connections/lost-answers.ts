/** A run that goes on may repeat so many batches: those that were under way when it broke off. */
const batchesUnderWay = 8

/** Tells of each batch whether it may have been written before: its answer was lost, or that of an attempt before this one. */
export function lostAnswers(attempt: number) {
  const unanswered = new Set<number>()
  let mostSentBefore = attempt > 1 ? batchesUnderWay : 0
  return async <T>(number: number, write: (isRepeated: boolean) => Promise<T>): Promise<T> => {
    const isRepeated = mostSentBefore > 0 || unanswered.has(number)
    mostSentBefore -= 1
    try {
      const outcome = await write(isRepeated)
      unanswered.delete(number)
      return outcome
    } catch (error) {
      unanswered.add(number)
      throw error
    }
  }
}
