/** A uuid as text, for expressions of which it is a part. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const whole = new RegExp(`^${uuidPattern}$`, 'i')
/** Whether a text has the shape of a uuid, of whatever version (RFC 9562, section 4), in small or capital letters. */
export const isUuid = (text: string): boolean => whole.test(text)
