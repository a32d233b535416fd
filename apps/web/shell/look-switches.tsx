import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { languageNames, setLanguage, useLanguage, useOfferedLanguages } from '@weft/kit/ui/language.ts'
import { schemes, setScheme, useScheme, useShownScheme } from '@weft/kit/ui/scheme.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import s from './shell.module.css'

const texts = defineMessages({
  language: { en: 'Language: {name}', de: 'Sprache: {name}' },
  scheme: { en: 'Appearance', de: 'Darstellung' },
  light: { en: 'Light', de: 'Hell' },
  dark: { en: 'Dark', de: 'Dunkel' },
  auto: { en: 'As the system', de: 'Wie das System' },
})

export function LanguageSwitch() {
  const t = useTexts(texts)
  const language = useLanguage()
  const offered = useOfferedLanguages()
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <button type="button" className={s['lang']} aria-label={t.language({ name: languageNames[language] })}>
          {language.toUpperCase()}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((name) => (
          <Menu.Item
            key={name}
            lang={name}
            onClick={() => setLanguage(name)}
            rightSection={language === name ? <IconCheck size={14} /> : undefined}
          >
            {languageNames[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const schemeIcons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

export function SchemeSwitch() {
  const t = useTexts(texts)
  const scheme = useScheme()
  const { setColorScheme } = useMantineColorScheme()
  const Shown = schemeIcons[useShownScheme()]
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon aria-label={t.scheme()}>
          <Shown size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map((name) => {
          const Icon = schemeIcons[name]
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon size={15} />}
              rightSection={scheme === name ? <IconCheck size={14} /> : undefined}
              onClick={() => {
                setColorScheme(name)
                setScheme(name)
              }}
            >
              {t[name]()}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
