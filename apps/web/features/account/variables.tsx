import { Button } from '@mantine/core'
import { variable, type Variable } from '@weft/catalogue/resources/variable/variable.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm, useEntry } from '@weft/kit/ui/resource-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus, IconVariable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { AccountPlace } from './account-place.ts'
import { ClearSecret, ConvertToSecret, SecretSince } from '../shared/secret-value.tsx'

const texts = defineMessages({
  about: {
    en: 'Values that workflows and mappings of every project read by name.',
    de: 'Werte, die Workflows und Mappings aller Projekte über ihren Namen lesen.',
  },
  add: { en: 'Add variable', de: 'Variable hinzufügen' },
  none: { en: 'No variables yet', de: 'Noch keine Variablen' },
  remove: { en: 'Delete', de: 'Löschen' },
  removeOne: { en: 'Delete {name}', de: '{name} löschen' },
  sure: { en: 'Delete the variable “{name}”?', de: 'Variable „{name}“ löschen?' },
  sureText: {
    en: 'Workflows that read it find nothing any more.',
    de: 'Workflows, die sie lesen, finden dann nichts mehr.',
  },
})

type VariablesPath = `${AccountPlace['at']}/${string}/variables`

/** The variables of an account; one at a time is opened in place of the list. */
export function Variables({ path, may }: { path: VariablesPath; may: boolean }) {
  const t = useTexts(texts)
  const read = useLabel()
  const [opened, setOpened] = useState<string>()
  const here = useMemo(() => ({ ...variable, path: path.slice(1) as typeof variable.path }), [path])
  const list = useList(path, { perPage: 25, local: true, sort: 'name' })
  const { fields } = variable.labels
  const close = () => setOpened(undefined)
  if (opened !== undefined)
    return (
      <Panel
        title={read(variable.labels.one)}
        bleed
        actions={opened !== 'new' && <SecretState path={path} id={opened} may={may} />}
      >
        <ResourceForm
          resource={here as never}
          {...(opened !== 'new' && { id: opened })}
          readOnly={!may}
          onCancel={close}
          onSaved={close}
        />
      </Panel>
    )
  const remove = async (row: Variable) => {
    if (!(await confirm({ title: t.sure({ name: row.name }), text: t.sureText(), action: t.remove(), danger: true })))
      return
    await api.delete(`${path}/${row.id}`)
    await refresh(path)
  }
  const kindOf = ({ kind, type }: Variable) =>
    read(kind === 'secret' ? optionsOf(fields.kind)['secret']! : optionsOf(fields.type)[type]!)
  const columns: Column<Variable>[] = [
    {
      key: 'name',
      title: read((fields.name as { label: { en: string; de: string } }).label),
      fixed: true,
      cell: (row) => <span className="mono">{row.name}</span>,
    },
    { key: 'label', title: read(fields.label as { en: string; de: string }), cell: (row) => row.label },
    { key: 'type', title: read((fields.type as { label: { en: string; de: string } }).label), cell: kindOf },
    {
      key: 'value',
      title: read(fields.value as { en: string; de: string }),
      sortable: false,
      cell: (row) => <Value row={row} path={path} may={may} />,
    },
    ...(may
      ? [
          {
            key: 'remove',
            title: '',
            sortable: false,
            end: true,
            fixed: true,
            cell: (row: Variable) => (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                aria-label={t.removeOne({ name: row.name })}
                onClick={(event) => {
                  event.stopPropagation()
                  void remove(row)
                }}
              >
                {t.remove()}
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel
      title={read(variable.labels.many)}
      note={t.about()}
      bleed
      actions={
        may && (
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpened('new')}>
            {t.add()}
          </Button>
        )
      }
    >
      <DataTable
        label={read(variable.labels.many)}
        bare
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        onOpen={(row) => setOpened(row.id)}
        empty={<EmptyState small icon={IconVariable} title={t.none()} />}
      />
    </Panel>
  )
}

const optionsOf = (field: unknown) => (field as { options: Record<string, { en: string; de: string }> }).options

function Value({ row, path, may }: { row: Variable; path: VariablesPath; may: boolean }) {
  if (row.kind === 'secret') return <SecretSince at={row.secret_at} />
  return row.looks_secret ? (
    <ConvertToSecret path={path} entry={row} may={may} />
  ) : (
    <span className="mono">{row.value.slice(0, 80)}</span>
  )
}

/** Of the one that is open: whether its secret is set, with a way to clear it, or that it is better kept as one. */
function SecretState({ path, id, may }: { path: VariablesPath; id: string; may: boolean }) {
  const entry = useEntry(`${path}/${id}`).data?.row
  if (!entry) return null
  if (entry.kind === 'text') return entry.looks_secret ? <ConvertToSecret path={path} entry={entry} may={may} /> : null
  return (
    <>
      <SecretSince at={entry.secret_at} />
      {may && entry.secret_at && <ClearSecret path={path} id={id} />}
    </>
  )
}
