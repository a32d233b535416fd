import { useParams, useSearch } from '@tanstack/react-router'

/** A part of the address by its name, `id` in `/tenants/$id`; undefined where this address has no such part. */
export function useOptionalPathParam(name: string): string | undefined {
  const params: Partial<Record<string, string>> = useParams({ strict: false })
  return params[name]
}

/** The same for pages whose every address has it. */
export function usePathParam(name: string): string {
  const value = useOptionalPathParam(name)
  if (value === undefined) throw new Error(`This address has no part called ${name}.`)
  return value
}

/** Everything behind the question mark. Whoever types an address decides what it is, so nothing is known of it. */
export const useSearchParams = (): Record<string, unknown> => useSearch({ strict: false })

/** What an address says behind the question mark, as text; undefined where it says nothing or no text. */
export function useSearchParam(name: string): string | undefined {
  const value = useSearchParams()[name]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** One of a few words behind the question mark; the first where the address says none of them. */
export function useSearchChoice<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  const value = useSearchParam(name)
  return choices.find((choice) => choice === value) ?? choices[0]
}
