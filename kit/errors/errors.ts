import { say, type Language, type Message } from '../messages/messages.ts'

/** Which field is wrong and why; the path is dotted, as in `fields.2.name`. */
export type FieldErrors = Record<string, Message[]>

/**
 * An error somebody can act on. The six kinds below say who: the user (Invalid, NotFound, Forbidden, Conflict), the operator
 * (Unavailable, tried again) or us (Bug). `code` is stable and upper snake case; the message is for people.
 */
export class WeftError extends Error {
  readonly code: string
  readonly say: Message
  readonly fields: FieldErrors
  readonly status: number
  /** What a program needs to go on, beside the sentence; and after how many seconds it may try again. */
  readonly meta: Record<string, unknown> | undefined
  readonly retry_after: number | undefined
  constructor(status: number, code: string, message: Message, { fields = {}, cause, meta, retry_after }: More = {}) {
    super(say(message, 'en'), { cause })
    this.name = new.target.name
    this.status = status
    this.code = code
    this.say = message
    this.fields = fields
    this.meta = meta
    this.retry_after = retry_after
  }

  /** The answer of the API: `{ code, message, errors: { field: [text] } }` in the caller's language. */
  answer(language: Language) {
    const errors = Object.fromEntries(
      Object.entries(this.fields).map(([field, messages]) => [field, messages.map((m) => say(m, language))]),
    )
    return { code: this.code, message: say(this.say, language), errors, ...(this.meta && { meta: this.meta }) }
  }
}

type More = { fields?: FieldErrors; cause?: unknown; meta?: Record<string, unknown>; retry_after?: number }

/** What was sent cannot be used: 422 with the fields marked. */
export class Invalid extends WeftError {
  constructor(code: string, message: Message, more?: More) {
    super(422, code, message, more)
  }
}

/** Who is asking is not known: 401. */
export class Unauthorised extends WeftError {
  constructor(code: string, message: Message, more?: More) {
    super(401, code, message, more)
  }
}

/** The asker is known and may not: 403. */
export class Forbidden extends WeftError {
  constructor(code: string, message: Message, more?: More) {
    super(403, code, message, more)
  }
}

/** It does not exist, or not for the asker: 404. */
export class NotFound extends WeftError {
  constructor(code: string, message: Message, more?: More) {
    super(404, code, message, more)
  }
}

/** The state does not allow it (409), the version has moved on (409) or somebody holds a lock (423). */
export class Conflict extends WeftError {
  constructor(code: string, message: Message, more: More & { locked?: boolean } = {}) {
    super(more.locked ? 423 : 409, code, message, more)
  }
}

/** Another system does not answer: 503, worth trying again. */
export class Unavailable extends WeftError {
  constructor(code: string, message: Message, more?: More) {
    super(503, code, message, more)
  }
}
