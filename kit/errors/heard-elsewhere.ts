/**
 * For promises that may fail before anybody awaits them: `reading.catch(heardElsewhere)`. Whoever awaits the promise itself is told;
 * without this, the process would end first. Nothing is swallowed, so nothing is counted.
 */
export const heardElsewhere = (_error: unknown): undefined => undefined
