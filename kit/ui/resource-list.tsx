import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconTrash, type Icon } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Resource } from '../define/resource.ts'
import { defineMessages } from '../messages/messages.ts'
import { api, type Query } from './api.ts'
import { Badge } from './bits.tsx'
import { Ago, NameCell } from './cells.tsx'
import { confirm } from './confirm.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { describe, labelOf } from './form/describe.ts'
import { useFormats, type Formats } from './format.ts'
import { useLanguage } from './language.ts'
import { useListAt, type ListState } from './list.ts'
import { Page } from './page.tsx'
import { refresh } from './queries.ts'
import { useMay } from './session.ts'
import { inSentence, useTexts } from './texts.ts'
import { toastDeleted } from './toast.tsx'

const texts = defineMessages({
  create: { en: 'Create {one}', de: '{one} anlegen' },
  find: { en: 'Search {many}', de: '{many} suchen' },
  none: { en: 'No {many} yet', de: 'Noch keine {many}' },
  open: { en: 'Open', de: 'Öffnen' },
  remove: { en: 'Delete', de: 'Löschen' },
  more: { en: 'Actions for {name}', de: 'Aktionen für {name}' },
  sure: {
    en: 'Delete {count, plural, one {this entry} other {# entries}}?',
    de: '{count, plural, one {Diesen Eintrag} other {# Einträge}} löschen?',
  },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
  changed: { en: 'Changed', de: 'Geändert' },
  yes: { en: 'Yes', de: 'Ja' },
  no: { en: 'No', de: 'Nein' },
})

type Row = { id: string; created_at: string; updated_at: string } & Record<string, unknown>

type Props = {
  resource: Resource
  /** Where a row leads, and where a new one is made. */
  to: (row: Row) => string
  createTo?: string
  icon?: Icon
  subtitle?: string
  emptyText?: string
  /** Replaces how a column looks. */
  cells?: Record<string, (row: Row) => ReactNode>
  /** Columns beside the declared ones. */
  extra?: Column<Row>[]
  query?: Query
  /** What the list may be narrowed by, and what stands beside its search for that. */
  filters?: readonly string[]
  tools?: (list: ListState<Row>) => ReactNode
  /** Speaks for another level than what is selected. */
  headers?: Record<string, string> | undefined
  actions?: ReactNode
  tabs?: ReactNode
}

/** The list of a resource: its declared columns, search, sorting, paging, deletion one by one or many at once. */
export function ResourceList({
  resource,
  to,
  createTo,
  icon,
  subtitle,
  emptyText,
  cells = {},
  extra = [],
  query,
  filters,
  tools,
  headers,
  actions,
  tabs,
}: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const formats = useFormats()
  const navigate = useNavigate()
  const may = useMay()
  const path = `/${resource.path}`
  const { sort } = resource.list
  const list = useListAt<Row>(path, {
    sort: sort === 'created_at' ? '-created_at' : sort,
    ...(query && { query }),
    ...(filters && { filters }),
    ...(headers && { headers }),
  })
  const one = inSentence(resource.labels.one[language], language)
  const title = resource.labels.many[language]
  const many = inSentence(title, language)
  const first = resource.list.columns[0]!
  const nameOf = (row: Row) => String(row[first] ?? row.id)
  const mayCreate = createTo !== undefined && may(`${resource.may}.create`)
  const mayDelete = may(`${resource.may}.delete`)

  const remove = async (ids: string[], done?: () => void) => {
    if (
      !(await confirm({ title: t.sure({ count: ids.length }), text: t.sureText(), action: t.remove(), danger: true }))
    )
      return
    const results = await Promise.allSettled(ids.map((id) => api.delete(`${path}/${id}`, { headers })))
    const removed = results.filter((result) => result.status === 'fulfilled').length
    if (removed > 0) toastDeleted(`${removed} × ${one}`)
    done?.()
    await refresh(path)
  }

  const columns = useMemo<Column<Row>[]>(() => {
    const declared = resource.list.columns.map((key): Column<Row> => {
      const schema = resource.fields[key] as z.ZodType
      const described = describe(schema)
      const { label, options } = labelOf(key, schema, resource.labels.fields[key])
      const cell =
        cells[key] ??
        ((row: Row) =>
          key === first ? (
            <NameCell to={to(row)} name={nameOf(row)} />
          ) : (
            shown(row[key], described.kind, options, language, formats, t)
          ))
      return { key, title: label[language], cell, end: described.kind === 'number', fixed: key === first }
    })
    const updated: Column<Row> = { key: 'updated_at', title: t.changed(), cell: (row) => <Ago at={row.updated_at} /> }
    const rowActions: Column<Row> = {
      key: 'actions',
      title: '',
      sortable: false,
      fixed: true,
      width: 56,
      end: true,
      cell: (row) => (
        <Menu position="bottom-end" width={170}>
          <Menu.Target>
            <ActionIcon size="xs" aria-label={t.more({ name: nameOf(row) })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={15} />} component={Link} to={to(row)}>
              {t.open()}
            </Menu.Item>
            {mayDelete && (
              <Menu.Item data-menu-danger leftSection={<IconTrash size={15} />} onClick={() => remove([row.id])}>
                {t.remove()}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ),
    }
    return [...declared, ...extra, updated, rowActions]
  }, [resource, language, formats, mayDelete, extra, cells])

  const create = mayCreate && (
    <Button component={Link} to={createTo} leftSection={<IconPlus size={15} />}>
      {t.create({ one })}
    </Button>
  )
  return (
    <Page
      title={title}
      subtitle={subtitle}
      fill
      bleed
      tabs={tabs}
      actions={
        <>
          {actions}
          {create}
        </>
      }
    >
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={nameOf}
        onOpen={(row) => void navigate({ to: to(row) })}
        find={t.find({ many })}
        remember={resource.path}
        tools={tools?.(list)}
        empty={
          <EmptyState {...(icon && { icon })} title={t.none({ many })} text={emptyText ?? subtitle} action={create} />
        }
        bulk={
          mayDelete
            ? (ids, clear) => (
                <Button
                  size="xs"
                  variant="subtle"
                  leftSection={<IconTrash size={14} />}
                  style={{ color: 'var(--red)' }}
                  onClick={() => remove(ids, clear)}
                >
                  {t.remove()}
                </Button>
              )
            : undefined
        }
      />
    </Page>
  )
}

/** A value as a cell, by the kind of its field. */
function shown(
  value: unknown,
  kind: string,
  options: Record<string, { en: string; de: string }>,
  language: 'en' | 'de',
  formats: Formats,
  t: { yes(): string; no(): string },
): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="muted">–</span>
  if (typeof value === 'boolean') return value ? t.yes() : t.no()
  if (kind === 'number') return formats.number(value as number)
  if (kind === 'date') return formats.date(String(value))
  if (kind === 'date_time') return formats.dateTime(String(value))
  if (kind === 'select') return <Badge>{options[String(value)]?.[language] ?? String(value)}</Badge>
  if (Array.isArray(value))
    return value.map((entry) => (typeof entry === 'object' ? JSON.stringify(entry) : String(entry))).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
