/**
 * The fields of those types whose internal form, which messages show, has them in another order than the versions that
 * clients see. What is not named is not shown.
 */
export const internalOrders: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'io.k8s.api.core.v1.PodSpec':
      'Volumes InitContainers Containers EphemeralContainers RestartPolicy TerminationGracePeriodSeconds ActiveDeadlineSeconds DNSPolicy NodeSelector ServiceAccountName AutomountServiceAccountToken NodeName SecurityContext ImagePullSecrets Hostname Subdomain SetHostnameAsFQDN Affinity SchedulerName Tolerations HostAliases PriorityClassName Priority PreemptionPolicy DNSConfig ReadinessGates RuntimeClassName Overhead EnableServiceLinks TopologySpreadConstraints OS SchedulingGates ResourceClaims Resources HostnameOverride SchedulingGroup',
    'io.k8s.api.core.v1.PodSecurityContext':
      'HostNetwork HostPID HostIPC ShareProcessNamespace HostUsers SELinuxOptions WindowsOptions RunAsUser RunAsGroup RunAsNonRoot SupplementalGroups SupplementalGroupsPolicy FSGroup FSGroupChangePolicy Sysctls SeccompProfile AppArmorProfile SELinuxChangePolicy',
    'io.k8s.api.core.v1.PersistentVolumeSource':
      'GCEPersistentDisk AWSElasticBlockStore HostPath Glusterfs NFS RBD Quobyte ISCSI FlexVolume Cinder CephFS FC Flocker AzureFile VsphereVolume AzureDisk PhotonPersistentDisk PortworxVolume ScaleIO Local StorageOS CSI',
    'io.k8s.api.core.v1.VolumeSource':
      'HostPath EmptyDir GCEPersistentDisk AWSElasticBlockStore GitRepo Secret NFS ISCSI Glusterfs PersistentVolumeClaim RBD Quobyte FlexVolume Cinder CephFS Flocker DownwardAPI FC AzureFile ConfigMap VsphereVolume AzureDisk PhotonPersistentDisk Projected PortworxVolume ScaleIO StorageOS CSI Ephemeral Image',
    'io.k8s.api.batch.v1.JobSpec':
      'Parallelism Completions PodFailurePolicy SuccessPolicy ActiveDeadlineSeconds BackoffLimit BackoffLimitPerIndex MaxFailedIndexes Selector ManualSelector Template TTLSecondsAfterFinished CompletionMode Suspend PodReplacementPolicy ManagedBy',
    'io.k8s.api.batch.v1.JobStatus':
      'Conditions StartTime CompletionTime Active Terminating Ready Succeeded Failed CompletedIndexes FailedIndexes UncountedTerminatedPods',
    'io.k8s.api.core.v1.ServiceSpec':
      'Type Ports Selector ClusterIP ClusterIPs IPFamilies IPFamilyPolicy ExternalName ExternalIPs LoadBalancerIP SessionAffinity SessionAffinityConfig LoadBalancerSourceRanges ExternalTrafficPolicy HealthCheckNodePort PublishNotReadyAddresses AllocateLoadBalancerNodePorts LoadBalancerClass InternalTrafficPolicy TrafficDistribution',
    'io.k8s.api.core.v1.PodStatus':
      'ObservedGeneration Phase Conditions Message Reason NominatedNodeName HostIP HostIPs PodIPs StartTime QOSClass InitContainerStatuses ContainerStatuses EphemeralContainerStatuses Resize ResourceClaimStatuses ExtendedResourceClaimStatus AllocatedResources Resources NodeAllocatableResourceClaimStatuses',
    'io.k8s.api.storage.v1.CSIDriverSpec':
      'AttachRequired FSGroupPolicy PodInfoOnMount VolumeLifecycleModes StorageCapacity TokenRequests RequiresRepublish SELinuxMount NodeAllocatableUpdatePeriodSeconds ServiceAccountTokenInSecrets PreventPodSchedulingIfMissing',
    'io.k8s.api.core.v1.NodeSpec': 'PodCIDRs ProviderID Unschedulable Taints ConfigSource DoNotUseExternalID',
    'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec':
      'ParamKind MatchConstraints Validations MatchConditions FailurePolicy AuditAnnotations Variables',
  }).map(([name, fields]) => [name, fields.split(' ')]),
);
