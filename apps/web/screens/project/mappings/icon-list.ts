/** Every icon a transformer names; a test compares the two. */
export {
  IconAlignLeft, IconAlignRight, IconArrowBarToDown, IconArrowBarToUp, IconArrowMerge, IconArrowsSplit, IconAt, IconBan, IconBarcode, IconBinary,
  IconBraces, IconBuildingBank, IconCalendar, IconCalendarDown, IconCalendarEvent, IconCalendarPlus, IconCalendarStats, IconChevronsDown,
  IconChevronsUp, IconClock, IconCode, IconCut, IconDatabaseSearch, IconDecimal, IconDivide, IconEqual, IconFileTypeXml, IconFilter, IconFilterPlus,
  IconFingerprint, IconGitBranch, IconHash, IconId, IconLanguage, IconLetterCase, IconLetterCaseLower, IconLetterCaseUpper, IconLetterT, IconLink,
  IconList, IconListDetails, IconListNumbers, IconLogicAnd, IconLogicNot, IconLogicOr, IconMathMax, IconMathMin, IconMinus, IconNumber123,
  IconPercentage, IconPin, IconPlus, IconPlusMinus, IconReceiptTax, IconRegex, IconReplace, IconRoute, IconRouteAltLeft, IconRulerMeasure,
  IconSeparatorVertical, IconSortAscending, IconSpacingHorizontal, IconSquareDashed, IconStack2, IconSum, IconTableAlias, IconTallymarks, IconTemplate,
  IconTextPlus, IconTimezone, IconToggleLeft, IconVariable, IconWorld, IconX,
} from '@tabler/icons-react'
