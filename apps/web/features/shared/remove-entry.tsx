import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toastDeleted } from '@weft/kit/ui/toast.tsx'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isUsed, readUses, Things } from './where-used.tsx'

type Uses = Awaited<ReturnType<typeof readUses>>

const texts = defineMessages({
  remove: { en: 'Delete', de: 'Löschen' },
  sure: { en: 'Delete “{name}”?', de: '„{name}“ löschen?' },
  used: { en: '“{name}” is still used', de: '„{name}“ wird noch verwendet' },
  usedText: {
    en: 'Change these first; then it can be deleted.',
    de: 'Ändern Sie zuerst diese; danach lässt es sich löschen.',
  },
  close: { en: 'Close', de: 'Schließen' },
  sureText: { en: 'This cannot be taken back.', de: 'Das lässt sich nicht rückgängig machen.' },
})

type Props = {
  /** The path of the list the entry is in: `/notes`. */
  path: string
  id: string
  name: string
  /** Where to go once it is gone. */
  home: string
  /** Others may point to it; while they do, it stays, and they are shown. */
  isDefinition?: boolean
  onRemoved?: (() => void) | undefined
}

/** The button that deletes the entry of a page, after asking. */
export function RemoveEntry({ path, id, name, home, isDefinition, onRemoved }: Props) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [users, setUsers] = useState<Uses>()
  const remove = async () => {
    const found = isDefinition ? await readUses(id) : undefined
    if (found && isUsed(found)) return setUsers(found)
    if (!(await confirm({ title: t.sure({ name }), text: t.sureText(), action: t.remove(), danger: true }))) return
    await api.delete(`${path}/${id}`)
    toastDeleted(name)
    onRemoved?.()
    // First away from here: nobody should ask for the entry again.
    await navigate({ to: home, ignoreBlocker: true })
    await refresh(path)
  }
  return (
    <>
      <Button variant="danger" leftSection={<IconTrash size={15} />} onClick={() => void remove()}>
        {t.remove()}
      </Button>
      {users && (
        <Dialog title={t.used({ name })} size={460} cancel={t.close()} onClose={() => setUsers(undefined)}>
          <p>{t.usedText()}</p>
          <Things things={users.used_by} elsewhere={users.elsewhere} />
        </Dialog>
      )}
    </>
  )
}
