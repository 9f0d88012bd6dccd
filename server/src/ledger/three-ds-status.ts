// What 3-D Secure contributed to an authorization. Rows store the number, which never changes.

export const ThreeDsStatus = { not_required: 1, pending: 2, authenticated: 3, failed: 4 } as const

export type ThreeDsStatus = (typeof ThreeDsStatus)[keyof typeof ThreeDsStatus]

export const threeDsStatusNames = ['not_required', 'pending', 'authenticated', 'failed'] as const
