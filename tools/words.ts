/** Names this house once had of its own, and what the field calls the thing. */
const replaced: Record<string, string> = {
  House: 'AppContext',
  openHouse: 'openContext',
  World: 'StepContext',
  Boss: 'JobQueue',
  openBoss: 'openJobQueue',
  Acceptor: 'Enqueuer',
  JobParts: 'JobDeps',
  Surroundings: 'RunDeps',
  reviveLost: 'recoverOrphans',
  breakCircles: 'resolveDeadlocks',
  wakeDue: 'releaseDelayed',
  everySoOften: 'runExclusiveInterval',
  regularly: 'runInterval',
  inTurn: 'withLock or createSemaphore',
  persistently: 'withRetry',
  untilHeard: 'retryForever',
  callAtHand: 'currentRequest',
  belongsHere: 'isAllowedHost',
  mostOf: 'maxPermissionsFor',
  restTold: 'notifyRest',
  useSending: 'useSubmit',
  unreached: 'markOffline',
  placesOf: 'a name that says which paths',
  partsOf: 'a name that says which parts',
  answerOf: 'toResponse, or a name that says which answer',
}
const declared = new RegExp(
  String.raw`\b(?:function\*?|const|let|class|type|interface) (${Object.keys(replaced).join('|')})\b`,
  'g',
)

/** Words of our own that a source declares again, each with its line and the field's word. */
export const wordsIn = (file: string, text: string): string[] =>
  [...text.matchAll(declared)].map(
    ([, name], i, all) =>
      `${file}:${text.slice(0, all[i]!.index).split('\n').length}: ${name} is a word of our own; say ${replaced[name!]!}`,
  )
