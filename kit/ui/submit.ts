import { useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from './api.ts'
import { sentFrom, showFirstWrong } from './first-wrong.ts'
import { toast } from './toast.tsx'

/** Sentences for each field, by dotted path. */
type FieldErrors = Record<string, string[]>

/**
 * Sends what a form holds, keeping whether it is under way and what is wrong with which field; the first wrong one is shown. What is no
 * answer of the server is thrown on.
 */
export function useSubmit(refused: (refusal: ApiError) => FieldErrors = ({ errors }) => errors) {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const tell = (form: Element, find: () => FieldErrors) => {
    const found = flushSync(() => {
      const wrong = find()
      setBusy(false)
      setErrors(wrong)
      return wrong
    })
    if (Object.keys(found).length > 0) showFirstWrong(form)
    return Object.keys(found).length > 0
  }
  const send = async (work: () => Promise<unknown>) => {
    const form = sentFrom()
    setBusy(true)
    try {
      await work()
      setErrors({})
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      tell(form, () => refused(error))
    } finally {
      setBusy(false)
    }
  }
  /** What the browser finds wrong before anything is sent; true when there is something. */
  const refuse = (found: FieldErrors) => tell(sentFrom(), () => found)
  return { busy, errors, setErrors, send, refuse, errorAt: (field: string) => errors[field]?.join(' ') }
}

/** A refusal that blames no field stands at the given one. */
export const assignToField =
  (field: string) =>
  ({ errors, message }: ApiError): FieldErrors =>
    Object.keys(errors).length > 0 ? errors : { [field]: [message] }

/** Whatever was refused stands at the one place a form has for it. */
export const allAt =
  (field: string) =>
  ({ errors, message }: ApiError): FieldErrors => ({ [field]: errors[field] ?? [message] })

/** A refusal that blames no field is told at once. */
export function notifyRest({ errors, message }: ApiError): FieldErrors {
  if (Object.keys(errors).length === 0) toast({ title: message, tone: 'red' })
  return errors
}

/** For a form of what the server knows below a name. */
export const below =
  (name: string) =>
  ({ errors }: ApiError): FieldErrors =>
    Object.fromEntries(
      Object.entries(errors).map(([place, said]) => [
        place.startsWith(`${name}.`) ? place.slice(name.length + 1) : place,
        said,
      ]),
    )
