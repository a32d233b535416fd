import { Button } from '@mantine/core'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { validateStructure } from '@weft/engine/records/structure-rules.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useUnsavedGuard } from '@weft/kit/ui/unsaved.ts'
import { useState } from 'react'
import { DraftButton, PublishButton } from '../shared/drafts/draft-buttons.tsx'
import { DraftStrip } from '../shared/drafts/draft-strip.tsx'
import { useDrafting, type Drafting } from '../shared/drafts/use-drafting.tsx'
import { contentOf, nothingElsewhere, useDrafts } from '../shared/drafts/use-drafts.ts'
import { FieldGrid } from './field-grid.tsx'
import { PlanView } from './plan-view.tsx'
import { useStructurePlace } from './place.ts'
import { StructurePage } from './structure-page.tsx'
import s from './structures.module.css'
import { complaintsOf, useStructures, type DataStructure, type StructurePlan } from './structure.ts'

const texts = defineMessages({
  itself: { en: '{label} (this structure itself)', de: '{label} (diese Struktur selbst)' },
  review: { en: 'Review changes', de: 'Änderungen prüfen' },
  discard: { en: 'Discard', de: 'Verwerfen' },
  unsaved: { en: 'Unsaved changes', de: 'Ungespeicherte Änderungen' },
  saved: { en: 'All changes saved', de: 'Alle Änderungen gespeichert' },
  locked: {
    en: 'The structure is locked. Unlock it to change its fields.',
    de: 'Die Struktur ist gesperrt. Entsperren Sie sie, um ihre Felder zu ändern.',
  },
  readOnly: {
    en: 'You may look at the fields but not change them.',
    de: 'Sie dürfen die Felder ansehen, aber nicht ändern.',
  },
  title: { en: 'Overwrite the field configuration?', de: 'Feldkonfiguration überschreiben?' },
  apply: { en: 'Overwrite', de: 'Überschreiben' },
  applyLosses: { en: 'Overwrite and lose these values', de: 'Überschreiben und diese Werte verlieren' },
  cancel: { en: 'Keep editing', de: 'Weiter bearbeiten' },
  save: { en: 'Save fields', de: 'Felder speichern' },
  kept: { en: 'The fields are saved', de: 'Die Felder sind gespeichert' },
  done: { en: 'The table has been changed', de: 'Die Tabelle wurde geändert' },
})

export const DataStructureConfigScreen = () => (
  <StructurePage bleed fill>
    {(structure) => <Configuration key={structure.id} structure={structure} />}
  </StructurePage>
)

/** The fields of a structure; the library, which has no tables, has no drafts of them either. */
export const Configuration = ({ structure }: { structure: DataStructure }) =>
  useStructurePlace().isLibrary ? (
    <FieldConfiguration key={structure.version} structure={structure} stored={structure} />
  ) : (
    <Drafted structure={structure} />
  )

/** The fields of a structure of a project: those that are live, or a draft of them. */
function Drafted({ structure }: { structure: DataStructure }) {
  const drafts = useDrafts(structure.id, nothingElsewhere)
  const drafting = useDrafting(drafts, () => refresh('/data_structures'))
  const { seen, draft } = drafts
  const shown = seen === 'live' ? structure : contentOf(draft, 'data_structure')
  if (!drafts.drafts || !shown) return <FormWaiting />
  return (
    <>
      <FieldConfiguration
        key={draft ? `${draft.id} ${draft.revision}` : structure.version}
        structure={structure}
        stored={shown}
        drafting={drafting}
      />
      {drafting.dialog}
    </>
  )
}

type Props = {
  structure: DataStructure
  /** What is shown first: as it is live, or as a draft has it. */
  stored: Pick<DataStructure, 'class_name' | 'table_name' | 'fields'>
  drafting?: Drafting
}

/** The fields of a structure, changed only after the plan was looked at. */
function FieldConfiguration({ structure, stored, drafting }: Props) {
  const t = useTexts(texts)
  const may = useMay()
  const language = useLanguage()
  const { data: structures = [] } = useStructures()
  const [fields, setFields] = useState<StructureField[]>(stored.fields)
  const [plan, setPlan] = useState<StructurePlan>()
  const { busy, errors, send, refuse } = useSubmit((refusal) => {
    setPlan(undefined)
    return complaintsOf(refusal)
  })
  const dirty = JSON.stringify(fields) !== JSON.stringify(stored.fields)
  const mayWrite = may('structures.update')
  const isDraft = drafting?.drafts.isOwn === true
  const readOnly = structure.locked || !mayWrite || drafting?.drafts.isWritable === false
  useUnsavedGuard(dirty && !busy)
  const place = useStructurePlace()
  const path = `${place.path}/${structure.id}` as const

  const review = () => {
    const problems = Object.fromEntries(
      Object.entries(validateStructure({ ...structure, fields })).map(([field, messages]) => [
        field,
        messages.map((message) => say(message, language)),
      ]),
    )
    if (refuse(problems)) return
    // The library has no table, so there is nothing to look at first.
    if (place.isLibrary) void apply()
    else
      void send(async () =>
        setPlan(
          (await api.post(`/data_structures/${structure.id}/plan`, { fields }, { quiet: true, timeout: false })).data,
        ),
      )
  }
  const apply = () =>
    send(async () => {
      await api.put(
        `${path}/config`,
        {
          fields,
          version: structure.version,
          ...(!place.isLibrary && { accept_losses: (plan?.losses.length ?? 0) > 0 }),
        },
        { ...place.options, quiet: true, timeout: false },
      )
      setPlan(undefined)
      toast({ title: place.isLibrary ? t.kept() : t.done(), message: structure.label, tone: 'green' })
      await refresh(place.path, `/definitions/${structure.id}/drafts`)
    })

  const loses = plan !== undefined && plan.losses.length > 0
  const action = (
    <Button
      variant={loses ? 'danger' : 'filled'}
      disabled={plan === undefined || plan.obstacles.length > 0}
      loading={busy}
      onClick={() => void apply()}
    >
      {loses ? t.applyLosses() : t.apply()}
    </Button>
  )
  const { class_name, table_name } = stored
  const content = { kind: 'data_structure' as const, class_name, table_name, fields }
  const keepDraft = () => void drafting?.saveDraft(content)
  return (
    <>
      {drafting && (
        <DraftStrip
          drafts={drafting.drafts}
          may={mayWrite && !structure.locked}
          isDirty={dirty}
          onCompare={drafting.compare}
        />
      )}
      <div style={{ flex: 1, minHeight: 0, overflow: 'auto', padding: '16px 24px' }}>
        {errors['']?.map((said) => (
          <p key={said} role="alert" className={s['complaint']}>
            {said}
          </p>
        ))}
        <FieldGrid
          fields={fields}
          onChange={setFields}
          errors={errors}
          readOnly={readOnly}
          structures={structures.map(({ id, label }) => ({
            id,
            label: id === structure.id ? t.itself({ label }) : label,
          }))}
        />
      </div>
      <div className={s['bar']}>
        <span aria-live="polite">
          {structure.locked ? t.locked() : !mayWrite ? t.readOnly() : dirty ? t.unsaved() : t.saved()}
        </span>
        {!readOnly && (
          <>
            <Button variant="subtle" disabled={!dirty} onClick={() => setFields(stored.fields)}>
              {t.discard()}
            </Button>
            {drafting && (
              <DraftButton isDraft={isDraft} isDirty={dirty} isSaving={drafting.isSaving} onSave={keepDraft} />
            )}
            {drafting && isDraft ? (
              <PublishButton isSaving={drafting.isSaving} onPublish={() => void drafting.publish(content, dirty)} />
            ) : (
              <Button disabled={!dirty} loading={busy && !plan} onClick={review}>
                {place.isLibrary ? t.save() : t.review()}
              </Button>
            )}
          </>
        )}
      </div>
      <Dialog
        opened={plan !== undefined}
        onClose={() => setPlan(undefined)}
        title={t.title()}
        size={720}
        cancel={t.cancel()}
        actions={action}
      >
        {plan && <PlanView plan={plan} />}
      </Dialog>
    </>
  )
}
