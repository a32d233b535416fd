import { z } from 'zod'
import { listMeta } from '../http/list-query.ts'

/** A single entry. */
export const itemOf = <S extends z.ZodType>(data: S) => z.object({ data })

/** A page of a list. */
export const listOf = <S extends z.ZodType>(row: S) => z.object({ data: z.array(row), meta: listMeta })

/** Nothing, the answer of 204. */
export const nothing = z.null()

/** The bytes of a file. */
export const file = z.unknown().meta({ type: 'string', format: 'binary' })

/** One of a few texts, as a check in the database guarantees: whoever answers has a text, whoever reads gets the choices. */
export const oneOf = <const T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices) as z.ZodType<T[number], string>
