import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState } from 'react'
import { ElementFacts } from './element.tsx'
import { ElementTable, useElements } from './elements.tsx'
import { texts } from './texts.ts'

/** Which elements the projects of the tenant may use. */
export function ComponentSettingsScreen() {
  const t = useTexts(texts)
  return <ElementChoice title={t.componentsTitle()} about={t.componentsAbout()} />
}

/** Which elements the partner's tenants may use. */
export function PartnerElementsScreen() {
  const t = useTexts(texts)
  return <ElementChoice title={t.title()} about={t.about()} />
}

function ElementChoice({ title, about }: { title: string; about: string }) {
  const { data } = useElements()
  const [opened, setOpened] = useState<string>()
  const element = data?.find(({ key }) => key === opened)
  return (
    <>
      <ElementTable title={title} about={about} onOpen={({ key }) => setOpened(key)} />
      {element && (
        <Dialog onClose={() => setOpened(undefined)} title={element.title} size={1000}>
          <ElementFacts element={element} />
        </Dialog>
      )}
    </>
  )
}
