import { Button, MultiSelect, Select } from '@mantine/core'
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react'
import { importModes } from '@weft/kit/define/file-columns.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Figures, Note, Tile } from '@weft/kit/ui/bits.tsx'
import { DialogFrame } from '@weft/kit/ui/dialog-frame.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import type { DataStructure } from '../data-structures/structure.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportResult } from './import-result.tsx'
import { importTexts } from './import-texts.ts'
import s from './import.module.css'
import { useImport } from './use-import.ts'

type Props = { structure: DataStructure; file: File; onClose: () => void; onEnd: () => void }

/** A file on its way into a structure: where its columns go, what would become of its records, and the import itself. */
export function ImportDialog({ structure, file, onClose, onEnd }: Props) {
  const t = useTexts(importTexts)
  const { bytes } = useFormats()
  const own = useImport(structure.id, file)
  const { looked, checked, order } = own
  const [started, setStarted] = useState<{ job_id: string; workflow_id: string }>()
  const { busy, send } = useSubmit(notifyRest)
  const start = () =>
    send(async () => setStarted((await api.post(own.path, order!, { quiet: true, timeout: false })).data))
  const sum = checked.data && checked.data.added + checked.data.changed
  const count = checked.data?.complete && sum ? sum : undefined
  const { columns = [] } = looked.data ?? {}
  const matched = order?.columns.filter(({ field }) => field !== null).length ?? 0
  const entries = checked.data?.complete === false ? undefined : checked.data?.entries
  // Once it has begun, nothing is lost by leaving.
  const Frame = started ? DialogFrame : Dialog
  return (
    <Frame
      onClose={onClose}
      size={1080}
      title={
        <span className={s['title']}>
          <Tile tone="green" size={32}>
            <IconFileSpreadsheet size={17} aria-hidden />
          </Tile>
          <span>
            {t.title({ file: file.name })}
            <small>{t.into({ structure: structure.label, size: bytes(file.size) })}</small>
          </span>
        </span>
      }
      cancel={started ? t.close() : undefined}
      beside={
        !started &&
        order &&
        entries !== undefined && (
          <span className={s['said']}>{t.matched({ entries, matched, columns: columns.length })}</span>
        )
      }
      actions={
        !started && (
          <Button
            loading={busy}
            disabled={!order || checked.isError || checked.isFetching}
            onClick={() => void start()}
            data-autofocus
          >
            {count === undefined ? t.import() : t.go({ count })}
          </Button>
        )
      }
    >
      {started ? (
        <ImportResult {...started} onEnd={onEnd} />
      ) : looked.error ? (
        <Note tone="red">{looked.error.message}</Note>
      ) : !looked.data || !order ? (
        <div role="status" aria-label={t.looking()}>
          <FormWaiting />
        </div>
      ) : (
        <Decisions structure={structure} {...own} looked={looked.data} order={order} />
      )}
    </Frame>
  )
}

type DecisionsProps = Pick<ReturnType<typeof useImport>, 'checked' | 'choice' | 'setChoice'> & {
  structure: DataStructure
  looked: NonNullable<ReturnType<typeof useImport>['looked']['data']>
  order: NonNullable<ReturnType<typeof useImport>['order']>
}

function Decisions({ structure, looked, order, checked, choice, setChoice }: DecisionsProps) {
  const t = useTexts(importTexts)
  const { number } = useFormats()
  const may = useMay()
  const { data: found, error } = checked
  const assigned = order.columns.map(({ field }) => field)
  const refused = new Map(found?.reasons.flatMap(({ field, values }) => (field ? [[field, values] as const] : [])))
  const keys = structure.fields.filter(({ name, type }) => assigned.includes(name) && !isNested(type))
  const modes = importModes.filter((mode) => mode === 'insert' || may('records.update'))
  return (
    <div className={s['decisions']}>
      <Figures
        figures={(['added', 'changed', 'unchanged', 'refused'] as const).map((name) => ({
          label: t[name](),
          value: found ? number(found[name]) : '–',
        }))}
      />
      <ImportColumns
        columns={looked.columns}
        fields={structure.fields}
        assigned={assigned}
        refused={refused}
        onAssign={(column, field) => setChoice({ ...choice, fields: { ...choice.fields, [column]: field } })}
      />
      {error ? (
        <Note tone="red">{error.message}</Note>
      ) : (
        <>
          {found?.reasons.slice(0, 3).map(({ field, count, reason }) => (
            <Note key={`${field} ${reason}`} tone="amber" icon={<IconAlertTriangle size={16} aria-hidden />}>
              {t.refusal({ count, field: field ?? t.wholeRow(), reason })}
            </Note>
          ))}
          {found && !found.complete && <p className="muted">{t.some({ count: number(found.entries) })}</p>}
        </>
      )}
      <div className={s['choices']}>
        <MultiSelect
          searchable
          label={t.same()}
          placeholder={order.key.length === 0 ? t.noKey() : ''}
          data={keys.map(({ name }) => ({ value: name, label: t.equal({ field: name }) }))}
          value={order.key}
          onChange={(key) => setChoice({ ...choice, key })}
        />
        <Select
          label={t.there()}
          allowDeselect={false}
          disabled={order.key.length === 0}
          data={modes.map((mode) => ({ value: mode, label: t[mode]() }))}
          value={order.mode}
          onChange={(mode) => mode && setChoice({ ...choice, mode })}
        />
      </div>
    </div>
  )
}

const isNested = (type: string) => ['object', 'list', 'json'].includes(type)
