import { Button } from '@mantine/core'
import { variable } from '@weft/catalogue/resources/variable/variable.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { ResourceForm } from '@weft/kit/ui/resource-form.tsx'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { IconPlus, IconVariable } from '@tabler/icons-react'
import { useMemo, useState } from 'react'

const texts = defineMessages({
  about: { en: 'Values that workflows and mappings of every project read by name.', de: 'Werte, die Workflows und Mappings aller Projekte über ihren Namen lesen.' },
  add: { en: 'Add variable', de: 'Variable hinzufügen' },
  none: { en: 'No variables yet', de: 'Noch keine Variablen' },
  remove: { en: 'Delete', de: 'Löschen' },
  removeOne: { en: 'Delete {name}', de: '{name} löschen' },
  sure: { en: 'Delete the variable “{name}”?', de: 'Variable „{name}“ löschen?' },
  sureText: { en: 'Workflows that read it find nothing any more.', de: 'Workflows, die sie lesen, finden dann nichts mehr.' },
})

type Row = { id: string; name: string; label: string; type: 'text'; value: string }

/** The variables of an account; one at a time is opened in place of the list. */
export function Variables({ path, may }: { path: string; may: boolean }) {
  const t = useTexts(texts)
  const read = useLabel()
  const [opened, setOpened] = useState<string>()
  const here = useMemo(() => ({ ...variable, path: path.slice(1) as typeof variable.path }), [path])
  const list = useList<Row>(path, { perPage: 25, local: true, sort: 'name' })
  const { fields } = variable.labels
  const close = () => setOpened(undefined)
  if (opened !== undefined)
    return (
      <Panel title={read(variable.labels.one)} bleed>
        <ResourceForm resource={here as never} {...(opened !== 'new' && { id: opened })} readOnly={!may} onCancel={close} onSaved={close} aside={<span />} />
      </Panel>
    )
  const remove = async (row: Row) => {
    if (!(await confirm({ title: t.sure({ name: row.name }), text: t.sureText(), action: t.remove(), danger: true }))) return
    await api.delete(`${path}/${row.id}`)
    await refresh(path)
  }
  const options = (fields.type as { options: Record<string, { en: string; de: string }> }).options
  const columns: Column<Row>[] = [
    { key: 'name', title: read((fields.name as { label: { en: string; de: string } }).label), fixed: true, cell: (row) => <span className="mono">{row.name}</span> },
    { key: 'label', title: read(fields.label as { en: string; de: string }), cell: (row) => row.label },
    { key: 'type', title: read((fields.type as { label: { en: string; de: string } }).label), cell: (row) => read(options[row.type]!) },
    { key: 'value', title: read(fields.value as { en: string; de: string }), sortable: false, cell: (row) => <span className="mono">{row.value.slice(0, 80)}</span> },
    ...(may ? [{ key: 'remove', title: '', sortable: false, end: true, fixed: true, cell: (row: Row) => <Button size="compact-xs" variant="subtle" color="red" aria-label={t.removeOne({ name: row.name })} onClick={(event) => { event.stopPropagation(); void remove(row) }}>{t.remove()}</Button> }] : []),
  ]
  return (
    <Panel
      title={read(variable.labels.many)}
      note={t.about()}
      bleed
      actions={may && <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpened('new')}>{t.add()}</Button>}
    >
      <DataTable label={read(variable.labels.many)} bare list={list} columns={columns} rowId={(row) => row.id} rowName={(row) => row.name} onOpen={(row) => setOpened(row.id)} empty={<EmptyState small icon={IconVariable} title={t.none()} />} />
    </Panel>
  )
}
