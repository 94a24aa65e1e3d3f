import type { SettingsState } from '../../state/settings.js'

/** Whether something stands at the foot of the first view: the page's terms, its own words, or who made the dialog. */
export const hasFoot = ({ options, features }: Pick<SettingsState, 'options' | 'features'>): boolean =>
  Boolean(options.termsConditionsUrl || options.privacyPolicyUrl || options.disclaimer || features.reownBranding)
