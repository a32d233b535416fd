import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { PictureInput } from '@weft/kit/ui/picture-input.tsx'
import { useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { useState } from 'react'

const texts = defineMessages({
  title: { en: 'Profile picture', de: 'Profilbild' },
  logo: { en: 'Logo', de: 'Logo' },
  image: { en: 'Image', de: 'Bild' },
  saved: { en: 'Saved', de: 'Gespeichert' },
  removed: { en: 'Removed', de: 'Entfernt' },
})

const blank = '/avatar-blank.svg'

type Props = {
  /** Whose: `/auth/me`, `/users/…`, of which company or project: `/clients/…`. */
  path: '/auth/me' | '/company' | `/${'users' | 'clients' | 'partners' | 'projects' | 'workflows'}/${string}`
  of?: 'title' | 'logo' | 'image'
  picture: string | null | undefined
  onChanged: () => Promise<unknown>
}

/** The picture of a user, the logo of a company or workflow or the image of a project, saved as soon as it is chosen. */
export function ProfilePicture({ path, of = 'title', picture, onChanged }: Props) {
  const t = useTexts(texts)
  const title = t[of]()
  const [refused, setRefused] = useState(0)
  const { busy, send, errorAt } = useSubmit(({ message }) => {
    setRefused(refused + 1)
    return { picture: [message] }
  })
  const bring = (file: File | undefined) =>
    send(async () => {
      await (file ? api.upload(`${path}/picture`, [file], undefined, { quiet: true }) : api.delete(`${path}/picture`))
      toast({ title: file ? t.saved() : t.removed(), message: title, tone: 'green' })
      await onChanged()
    })
  return (
    <Panel title={title}>
      <PictureInput
        key={refused}
        label={title}
        value={picture && picture !== blank ? picture : undefined}
        error={errorAt('picture')}
        disabled={busy}
        onPicture={(file) => void bring(file)}
      />
    </Panel>
  )
}
