export const networkNotFound = 'Network not found'
export const addressOrConnectorNotFound = 'Address or auth connector not found'
export const resolving = 'Error resolving name'
export const suggestions = 'Error fetching name suggestions'
export const forAddress = 'Error fetching names for address'
/** @example registering('ada.example') // 'Error registering name ada.example' */
export const registering = (name: string) => `Error registering name ${name}`
