import { Autocomplete, TagsInput, type ComboboxItem, type OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import type { Ability } from '@weft/kit/define/connector.ts'
import { nearest } from '@weft/kit/define/nearest.ts'
import type { PickerProps } from '@weft/kit/ui/form/pickers.tsx'
import {
  folderOfPath,
  useActions,
  useConnectionBeside,
  useConnectionsHere,
  useFolder,
  usePlaces,
  useTable,
  useTables,
} from './use-source.ts'

/** What holds what was typed; where nothing does, the names most like it. */
const likeTyped: OptionsFilter = ({ options, search, limit }) => {
  const all = options as ComboboxItem[]
  const typed = search.trim().toLowerCase()
  const found = all.filter(({ label }) => label.toLowerCase().includes(typed))
  if (found.length > 0) return found.slice(0, limit)
  const names = nearest(
    typed,
    all.map(({ value }) => value),
  )
  return names.map((name) => all.find(({ value }) => value === name)!)
}

const Offered = ({ props, names }: { props: PickerProps; names: readonly string[] }) => (
  <Autocomplete
    {...props.frame}
    id={props.id}
    aria-label={props.name}
    data={[...new Set(names)]}
    filter={likeTyped}
    value={typeof props.value === 'string' ? props.value : ''}
    onChange={props.onChange}
    disabled={props.disabled}
    placeholder={props.placeholder}
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

/** The name of a table of the connection beside it, as the system tells it now. */
export function TableInput(props: PickerProps) {
  const { data } = useTables(useConnectionBeside(props.siblings))
  return <Offered props={props} names={(data?.data ?? []).map(({ name }) => name)} />
}

/** What the connection beside it does for a record, as the system tells it now. */
export function ActionInput(props: PickerProps) {
  const { data } = useActions(useConnectionBeside(props.siblings))
  return <Offered props={props} names={(data?.data ?? []).map(({ key }) => key)} />
}

/** The table beside it once nobody types its name any more. */
function useTableBeside({ siblings }: PickerProps) {
  const [name] = useDebouncedValue(String(siblings['table'] ?? ''), 600)
  return useTable(useConnectionBeside(siblings), name).data?.data.table
}

/** A field by which changed records of the table beside it are found, the likeliest first. */
export function CursorFieldInput(props: PickerProps) {
  return <Offered props={props} names={useTableBeside(props)?.cursors ?? []} />
}

/** A field of the table beside it. */
export function SourceFieldInput(props: PickerProps) {
  return <Offered props={props} names={(useTableBeside(props)?.fields ?? []).map(({ name }) => name)} />
}

/** Several of them. */
export function SourceFieldsInput(props: PickerProps) {
  const names = (useTableBeside(props)?.fields ?? []).map(({ name }) => name)
  return (
    <TagsInput
      {...props.frame}
      id={props.id}
      aria-label={props.name}
      data={names}
      filter={likeTyped}
      value={Array.isArray(props.value) ? props.value.map(String) : []}
      onChange={props.onChange}
      disabled={props.disabled}
      acceptValueOnBlur
      limit={100}
    />
  )
}

/** A queue, topic or mail folder of the connection beside it, as the system tells it now. */
export function TopicInput(props: PickerProps) {
  const { data } = usePlaces(useConnectionBeside(props.siblings))
  return <Offered props={props} names={(data?.data ?? []).map(({ name }) => name)} />
}

/** A path in the system of the connection beside it: what lies in the folder that is typed. */
export function RemoteFileInput(props: PickerProps) {
  const [path] = useDebouncedValue(String(props.value ?? ''), 600)
  const { data } = useFolder(useConnectionBeside(props.siblings), folderOfPath(path))
  const names = (data?.data ?? []).map(({ kind, path: at }) => (kind === 'folder' ? `${at}/` : at))
  return <Offered props={props} names={names} />
}
