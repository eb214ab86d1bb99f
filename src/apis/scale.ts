export { scaleSubresource as scaleOf } from '#resource';
