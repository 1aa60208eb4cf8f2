// PostgreSQL text cannot hold U+0000, and a lone surrogate has no UTF-8 form.
export const storable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');
