import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { invalidFields, invalidQuery } from '../errors/common.ts'
import { Conflict, Invalid, NotFound, Unavailable, WeftError } from '../errors/errors.ts'
import type { FieldLabel } from '../define/resource.ts'
import { isRequired, issuePaths } from '../messages/issues.ts'
import { defineMessages, type Message } from '../messages/messages.ts'
import { required } from '../messages/required.ts'

const texts = defineMessages({
  taken: { en: '"{value}" is already in use.', de: '„{value}“ wird bereits verwendet.' },
  takenValue: { en: 'This is already in use.', de: 'Das wird bereits verwendet.' },
  used: {
    en: 'This entry is still used elsewhere and cannot be deleted or changed that way.',
    de: 'Dieser Eintrag wird noch verwendet und kann so nicht gelöscht oder geändert werden.',
  },
  unknownPath: { en: 'There is nothing at this address.', de: 'Unter dieser Adresse gibt es nichts.' },
  tooLarge: { en: 'What was sent is too large.', de: 'Die gesendeten Daten sind zu groß.' },
  tooMany: {
    en: 'Too many requests. Please wait a moment and try again.',
    de: 'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  },
  malformed: { en: 'The request could not be read: {reason}', de: 'Die Anfrage konnte nicht gelesen werden: {reason}' },
  broken: {
    en: 'Something went wrong on our side. Please try again later. Reference: {id}',
    de: 'Auf unserer Seite ist etwas schiefgegangen. Bitte versuchen Sie es später erneut. Kennung: {id}',
  },
  notStorable: {
    en: 'The text contains characters that cannot be stored, such as an invisible zero byte.',
    de: 'Der Text enthält Zeichen, die nicht gespeichert werden können, etwa ein unsichtbares Nullbyte.',
  },
  slow: {
    en: 'The database took too long for this. Please narrow it down or try again later.',
    de: 'Die Datenbank hat dafür zu lange gebraucht. Bitte grenzen Sie die Anfrage ein oder versuchen Sie es später erneut.',
  },
  full: {
    en: 'The disk of this installation is full, so nothing was saved. Please tell your administrator, and try again once there is room.',
    de: 'Der Datenträger dieser Installation ist voll, daher wurde nichts gespeichert. Bitte informieren Sie Ihre Administration und versuchen Sie es erneut, sobald wieder Platz ist.',
  },
  away: {
    en: 'The database does not answer at the moment. Please try again later.',
    de: 'Die Datenbank antwortet gerade nicht. Bitte versuchen Sie es später erneut.',
  },
})

/** Every answer that is not a success leaves here as `{ success: false, code, message, errors }` in the caller's language. */
export function answerErrors(app: FastifyInstance) {
  app.setNotFoundHandler(() => {
    throw new NotFound('NOT_FOUND', texts.unknownPath())
  })
  app.setErrorHandler((error, request, reply) => {
    const known = recognise(error as FastifyError, request.routeOptions.config.labels)
    if (!known || known.status === 507) request.log.error({ err: error }, known ? 'the disk is full' : 'unexpected')
    const answer = known ?? new Unavailable('BROKEN', texts.broken({ id: request.id }))
    const status = known ? known.status : 500
    if (answer.retry_after !== undefined) reply.header('retry-after', answer.retry_after)
    return reply.code(status).send({ success: false, ...answer.answer(request.language ?? 'de') })
  })
}

/** What busboy and its dicer say of a multipart body that is none; they give it no code. */
const brokenUpload =
  /^(?:Multipart: Boundary not found|Missing Content-Type|Unsupported Content-Type|Unexpected end of multipart data|Part terminated early)/

function recognise(
  error: FastifyError & { detail?: string; table?: string; constraint?: string },
  labels?: Record<string, FieldLabel>,
): WeftError | undefined {
  if (error instanceof WeftError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(issueOf)
    if (error.validationContext !== 'querystring') return invalidFields(byField(issues, labels))
    return invalidQuery(
      byField(issues.filter(({ code }) => code !== 'unrecognized_keys')),
      issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])),
    )
  }
  if (error instanceof z.ZodError) return invalidFields(byField(error.issues, labels))
  if (error.code === '23505') return error.detail ? taken(error.detail) : takenConstraint(error)
  if (error.code === '23503') return new Conflict('IN_USE', texts.used())
  if (error.code === '22P02') return new NotFound('NOT_FOUND', texts.unknownPath())
  if (error.code === '22021' || error.code === '22P05') return new Invalid('TEXT_NOT_STORABLE', texts.notStorable())
  if (error.code === '57014') return new Unavailable('DATABASE_TOO_LONG', texts.slow())
  if (/timeout exceeded when trying to connect/.test(error.message))
    return new Unavailable('DATABASE_AWAY', texts.away())
  if (error.code === 'ECONNREFUSED' || error.code === '57P01' || error.code === '57P03')
    return new Unavailable('DATABASE_AWAY', texts.away())
  if (['ENOSPC', 'EDQUOT', '53100'].includes(error.code)) return new WeftError(507, 'DISK_FULL', texts.full())
  if (error.statusCode === 413) return new WeftError(413, 'TOO_LARGE', texts.tooLarge())
  if (error.statusCode === 429) return new WeftError(429, 'TOO_MANY', texts.tooMany())
  if (brokenUpload.test(error.message))
    return new WeftError(400, 'MALFORMED', texts.malformed({ reason: error.message }))
  if (error.statusCode && error.statusCode < 500)
    return new WeftError(error.statusCode, 'MALFORMED', texts.malformed({ reason: error.message }))
  return undefined
}

function byField(issues: readonly z.core.$ZodIssue[], labels: Record<string, FieldLabel> = {}) {
  const fields = new Map<string, Message[]>()
  for (const { place, message } of issuePaths(issues)) {
    const label = Object.hasOwn(labels, place) ? labels[place] : undefined
    fields.set(place, [
      ...(fields.get(place) ?? []),
      isRequired(message) && label ? required('label' in label ? label.label : label) : message,
    ])
  }
  return Object.fromEntries(fields)
}

/** The type provider flattens zod's issues into Fastify's shape; here they are whole again. */
const issueOf = ({
  keyword,
  instancePath,
  message,
  params,
}: {
  keyword: string
  instancePath: string
  message?: string
  params: unknown
}) =>
  ({
    ...(params as object),
    code: keyword,
    path: instancePath
      .split('/')
      .slice(1)
      .filter((part) => part !== ''),
    message,
  }) as unknown as z.core.$ZodIssue

/** Under row-level security PostgreSQL keeps the values to itself; the constraint's name still tells the column. */
function takenConstraint({ table = '', constraint = '' }: { table?: string; constraint?: string }) {
  const columns = constraint.replace(`${table}_`, '').replace(/_key$/, '')
  return invalidFields({ [columns.replace(/^(?:[a-z]+_id_)+/, '')]: [texts.takenValue()] })
}

function taken(detail: string) {
  const [, columns = '', values = ''] = /\((.+)\)=\((.+)\)/.exec(detail) ?? []
  const names = columns.replace(/lower\((\w+)(?:::text)?\)/, '$1').split(', ')
  const at = names.findLastIndex((name) => !name.endsWith('_id'))
  const field = names[at] ?? columns
  return invalidFields({ [field]: [texts.taken({ value: values.split(', ').slice(at).join(', ') })] })
}
