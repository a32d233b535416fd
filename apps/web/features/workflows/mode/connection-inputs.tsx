import { Autocomplete, Select } from '@mantine/core'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import type { Ability } from '@weft/kit/define/connector.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useQuery } from '@tanstack/react-query'

function useConnectionsHere() {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['/connections', 'names'],
    enabled: may('connections.view'),
    queryFn: async ({ signal }) =>
      (await api.get('/connections', { noPagination: true }, { signal, quiet: true })).data,
    staleTime: 30_000,
  })
  return data ?? []
}

const Offered = ({ props, names }: { props: PickerProps; names: readonly string[] }) => (
  <Autocomplete
    {...props.frame}
    id={props.id}
    aria-label={props.name}
    data={[...new Set(names)]}
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={props.onChange}
    disabled={props.disabled}
    limit={50}
  />
)

/** The name of a connection, offered while typing: another project may have it and this one not yet. */
export function ConnectionInput({ needs, ...props }: PickerProps & { needs: Ability }) {
  const names = useConnectionsHere().flatMap(({ name, connector: key }) => {
    return connectorOf(key)?.provides.includes(needs) ? [name] : []
  })
  return <Offered props={props} names={names} />
}

/** The connection beside a setting: the project's own goes before one of the same name for all projects. */
const useConnectionBeside = ({ siblings }: PickerProps): string | undefined =>
  useConnectionsHere()
    .filter(({ name }) => name === siblings['connection'])
    .toSorted((a, b) => Number(a.project_id === null) - Number(b.project_id === null))[0]?.id

/** The name of a table of the connection beside it, as the system tells it now. */
export function TableInput(props: PickerProps) {
  const may = useMay()
  const id = useConnectionBeside(props)
  const { data } = useQuery({
    queryKey: [`/connections/${id!}/tables`],
    enabled: id !== undefined && may('connections.run'),
    queryFn: ({ signal }) => api.get(`/connections/${id!}/tables`, {}, { signal, quiet: true }),
    staleTime: 300_000,
    retry: false,
  })
  return <Offered props={props} names={(data?.data ?? []).map(({ name }) => name)} />
}

/** What the connection beside it does for a record, as the system tells it now. */
export function ActionInput(props: PickerProps) {
  const may = useMay()
  const id = useConnectionBeside(props)
  const { data } = useQuery({
    queryKey: [`/connections/${id!}/actions`],
    enabled: id !== undefined && may('connections.run'),
    queryFn: ({ signal }) => api.get(`/connections/${id!}/actions`, {}, { signal, quiet: true }),
    staleTime: 300_000,
    retry: false,
  })
  return <Offered props={props} names={(data?.data ?? []).map(({ key }) => key)} />
}

/** A field by which changed records of the table beside it are found, the likeliest first. */
export function CursorFieldInput(props: PickerProps) {
  const may = useMay()
  const id = useConnectionBeside(props)
  const name = String(props.siblings['table'] ?? '')
  const { data } = useQuery({
    queryKey: [`/connections/${id!}/table`, name],
    enabled: id !== undefined && name !== '' && may('connections.run'),
    queryFn: ({ signal }) => api.get(`/connections/${id!}/table`, { name }, { signal, quiet: true }),
    staleTime: 300_000,
    retry: false,
  })
  return <Offered props={props} names={data?.data.table.cursors ?? []} />
}

/** A queue, topic or mail folder of the connection beside it, as the system tells it now. */
export function TopicInput(props: PickerProps) {
  const may = useMay()
  const id = useConnectionBeside(props)
  const { data } = useQuery({
    queryKey: [`/connections/${id!}/places`],
    enabled: id !== undefined && may('connections.run'),
    queryFn: ({ signal }) => api.get(`/connections/${id!}/places`, {}, { signal, quiet: true }),
    staleTime: 300_000,
    retry: false,
  })
  return <Offered props={props} names={(data?.data ?? []).map(({ name }) => name)} />
}

/** What the content of messages is; by a registry only where the connection beside it has one, or it is chosen already. */
export function ContentInput(props: PickerProps) {
  const { choices, value, frame, id, name, onChange, disabled } = props
  const connection = useConnectionBeside(props)
  const { data } = useQuery({
    queryKey: [`/connections/${connection!}`],
    enabled: connection !== undefined,
    queryFn: ({ signal }) => api.get(`/connections/${connection!}`, {}, { signal, quiet: true }),
    staleTime: 30_000,
    retry: false,
  })
  const { connector = '', settings = {} } = data?.data ?? {}
  const hasRegistry =
    connectorOf(connector)?.provides.includes('schemas') && (settings['registry'] ?? 'none') !== 'none'
  return (
    <Select
      {...frame}
      id={id}
      aria-label={name}
      data={choices.filter((choice) => choice.value !== 'schema' || hasRegistry || value === 'schema')}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      disabled={disabled}
      allowDeselect={false}
    />
  )
}
