import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'
import k from './kit.module.css'

const iris: MantineColorsTuple = [
  '#f1f1fe',
  '#e4e4fc',
  '#cbcaf8',
  '#aeadf3',
  '#918fee',
  '#7673e6',
  '#625fde',
  '#5451d6',
  '#4643c4',
  '#3936a6',
]

const field = {
  label: k['label']!,
  description: k['description']!,
  error: k['error']!,
  input: k['input']!,
  section: k['section']!,
}
const combo = { ...field, dropdown: k['dropdown']!, option: k['option']! }
const combos = { ...combo, pill: k['pill']! }
const input = { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] }
const pop = { transition: 'pop', duration: 90 } as const
const comboboxProps = { offset: 4, transitionProps: pop }

/** Mantine in the look of the product. Sizes: buttons xs 26, sm 30, md 36 pixels. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 7, dark: 6 },
  colors: { iris },
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 6,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.8125rem', lg: '0.875rem', xl: '1rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  breakpoints: { sm: '576px', md: '768px', lg: '992px', xl: '1200px' },
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'filled' }, classNames: { root: k['button']! } },
    // Mantine writes --ai-size inline, so a class cannot change it; `vars` can. 24px is the WCAG 2.2 minimum.
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: 'sm' },
      classNames: { root: k['icon']! },
      vars: (_: unknown, props: { size?: unknown }) => ({
        root: { '--ai-size': props.size === 'xs' ? '24px' : '28px' },
      }),
    },
    TextInput: { defaultProps: input, classNames: field },
    PasswordInput: { defaultProps: input, classNames: field },
    Textarea: { defaultProps: input, classNames: field },
    NativeSelect: { defaultProps: input, classNames: field },
    NumberInput: { defaultProps: { ...input, hideControls: true }, classNames: field },
    InputWrapper: {
      defaultProps: { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      classNames: { label: field.label, description: field.description, error: field.error },
    },
    Select: { defaultProps: { ...input, checkIconPosition: 'right', comboboxProps }, classNames: combo },
    MultiSelect: { defaultProps: { ...input, comboboxProps }, classNames: combos },
    TagsInput: { defaultProps: { ...input, comboboxProps }, classNames: combos },
    Autocomplete: { defaultProps: { ...input, comboboxProps }, classNames: combo },
    DateInput: { defaultProps: input, classNames: field },
    DatePickerInput: { defaultProps: input, classNames: field },
    DateTimePicker: { defaultProps: input, classNames: field },
    TimeInput: { defaultProps: input, classNames: field },
    Menu: {
      defaultProps: { offset: 4, transitionProps: pop },
      classNames: {
        dropdown: k['dropdown']!,
        item: k['menuItem']!,
        label: k['menuLabel']!,
        divider: k['menuDivider']!,
      },
    },
    Popover: { defaultProps: { offset: 6, transitionProps: pop }, classNames: { dropdown: k['dropdown']! } },
    Tabs: { classNames: { list: k['tabsList']!, tab: k['tab']! } },
    SegmentedControl: {
      defaultProps: { size: 'xs', transitionDuration: 120 },
      classNames: { root: k['segRoot']!, label: k['segLabel']!, indicator: k['segInd']! },
    },
    Checkbox: { defaultProps: { size: 'xs' }, classNames: { input: k['checkbox']!, icon: k['checkIcon']! } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm', withThumbIndicator: false }, classNames: { track: k['switchTrack']! } },
    Modal: {
      defaultProps: { centered: true, transitionProps: { transition: 'pop', duration: 120 } },
      classNames: {
        content: k['modal']!,
        header: k['modalHeader']!,
        title: k['modalTitle']!,
        body: k['modalBody']!,
        overlay: k['overlay']!,
      },
    },
    Drawer: {
      defaultProps: { position: 'right', transitionProps: { duration: 140 } },
      classNames: {
        content: k['drawer']!,
        header: k['modalHeader']!,
        title: k['modalTitle']!,
        body: k['modalBody']!,
        overlay: k['overlay']!,
      },
    },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        offset: 6,
        withArrow: false,
        transitionProps: { transition: 'fade', duration: 80 },
      },
      classNames: { tooltip: k['tooltip']! },
    },
    Kbd: { classNames: { root: k['kbd']! } },
    Spotlight: {
      classNames: {
        content: k['spotContent']!,
        search: k['spotSearch']!,
        action: k['spotAction']!,
        actionsGroup: k['spotGroup']!,
        overlay: k['overlay']!,
      },
    },
  },
})

/** Mantine's own variables read ours, so one token file governs both schemes. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--surface-3)',
    '--mantine-color-default-border': 'var(--border-2)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-disabled': 'var(--surface-3)',
    '--mantine-color-disabled-color': 'var(--text-3)',
  }
  return { variables: {}, light: shared, dark: shared }
}
