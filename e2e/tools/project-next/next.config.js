/** @type {import('next').NextConfig} */
export default { output: 'export', distDir: 'dist' }
