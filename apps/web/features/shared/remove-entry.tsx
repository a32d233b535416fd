import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted } from '@weft/kit/ui/toast.tsx'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

const texts = defineMessages({
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
})

type Props = {
  /** The path of the list the entry is in: `/notes`. */
  path: string
  id: string
  name: string
  /** Where to go once it is gone. */
  home: string
  onRemoved?: (() => void) | undefined
}

/** The button that deletes the entry of a page, after asking. */
export function RemoveEntry({ path, id, name, home, onRemoved }: Props) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const remove = async () => {
    if (!(await confirm({ title: t.sure({ name }), text: t.sureText(), action: t.remove(), danger: true }))) return
    await api.delete(`${path}/${id}`)
    toastDeleted(name)
    onRemoved?.()
    // First away from here: nobody should ask for the entry again.
    await navigate({ to: home, ignoreBlocker: true })
    await refresh(path)
  }
  return (
    <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
      {t.remove()}
    </Button>
  )
}
