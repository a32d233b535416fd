import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'

/** A word for what the content identifier names: any, and those other workflows of the project have are offered. */
export function ContentTypeInput({ id, name, frame, value, onChange, disabled }: PickerProps) {
  const { data = [] } = useQuery({
    queryKey: ['/workflows', 'content_types'],
    queryFn: async ({ signal }) => (await api.get('/workflows/content_types', undefined, { signal, quiet: true })).data,
  })
  return (
    <Autocomplete
      {...frame}
      id={id}
      aria-label={name}
      data={data}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      disabled={disabled}
    />
  )
}
