import { Button } from '@mantine/core'
import { IconDeviceFloppy, IconRocket } from '@tabler/icons-react'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  save: { en: 'Save', de: 'Speichern' },
  keep: { en: 'Keep as draft', de: 'Als Entwurf ablegen' },
  saveDraft: { en: 'Save draft', de: 'Entwurf speichern' },
  publish: { en: 'Publish', de: 'Veröffentlichen' },
})

type Props = {
  /** It is a draft that one sees, one's own. */
  isDraft: boolean
  isDirty: boolean
  isSaving: boolean
  onSave(): void
  onSaveDraft(): void
  onPublish(): void
}

/** What becomes of changes: live at once, or a draft; and of a draft, what is live. */
export function DraftButtons({ isDraft, isDirty, isSaving, onSave, onSaveDraft, onPublish }: Props) {
  const t = useTexts(texts)
  return (
    <>
      <DraftButton isDraft={isDraft} isDirty={isDirty} isSaving={isSaving} onSave={onSaveDraft} />
      {isDraft ? (
        <PublishButton isSaving={isSaving} onPublish={onPublish} />
      ) : (
        <Button leftSection={<IconDeviceFloppy size={15} />} disabled={!isDirty} loading={isSaving} onClick={onSave}>
          {t.save()}
        </Button>
      )}
    </>
  )
}

/** Keeps what is typed beside what is live. */
export function DraftButton({ isDraft, isDirty, isSaving, onSave }: Omit<Props, 'onSaveDraft' | 'onPublish'>) {
  const t = useTexts(texts)
  return (
    <Button variant="default" disabled={!isDirty} loading={isDraft && isSaving} onClick={onSave}>
      {isDraft ? t.saveDraft() : t.keep()}
    </Button>
  )
}

/** To the last look before a draft is live. */
export function PublishButton({ isSaving, onPublish }: Pick<Props, 'isSaving' | 'onPublish'>) {
  const t = useTexts(texts)
  return (
    <Button leftSection={<IconRocket size={15} />} disabled={isSaving} onClick={onPublish}>
      {t.publish()}
    </Button>
  )
}
