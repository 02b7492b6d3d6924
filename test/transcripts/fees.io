// Fees of an idle chain: the base fee stays at its minimum.
// advance: 4000
>> {"jsonrpc":"2.0","id":1,"method":"eth_gasPrice","params":[]}
<< {"jsonrpc":"2.0","id":1,"result":"0x5b8d80"}
>> {"jsonrpc":"2.0","id":2,"method":"eth_maxPriorityFeePerGas","params":[]}
<< {"jsonrpc":"2.0","id":2,"result":"0xf4240"}
>> {"jsonrpc":"2.0","id":3,"method":"eth_feeHistory","params":["0x2","latest",[]]}
<< {"jsonrpc":"2.0","id":3,"result":{"oldestBlock":"0x1","baseFeePerGas":["0x4c4b40","0x4c4b40","0x4c4b40"],"gasUsedRatio":[0.0004567825,0.0001155325],"baseFeePerBlobGas":["0x1","0x1","0x1"],"blobGasUsedRatio":[0,0]}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_feeHistory","params":[2,"latest",[25,75]]}
<< {"jsonrpc":"2.0","id":4,"result":{"oldestBlock":"0x1","baseFeePerGas":["0x4c4b40","0x4c4b40","0x4c4b40"],"gasUsedRatio":[0.0004567825,0.0001155325],"baseFeePerBlobGas":["0x1","0x1","0x1"],"blobGasUsedRatio":[0,0],"reward":[["0x0","0x0"],["0x0","0x0"]]}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_feeHistory","params":["2","0x1"]}
<< {"jsonrpc":"2.0","id":5,"result":{"oldestBlock":"0x0","baseFeePerGas":["0x4c4b40","0x4c4b40","0x4c4b40"],"gasUsedRatio":[0,0.0004567825],"baseFeePerBlobGas":["0x1","0x1","0x1"],"blobGasUsedRatio":[0,0]}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_feeHistory","params":["0x0","latest",[]]}
<< {"jsonrpc":"2.0","id":6,"result":{"oldestBlock":"0x2","baseFeePerGas":[],"gasUsedRatio":[],"baseFeePerBlobGas":[],"blobGasUsedRatio":[]}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_feeHistory","params":["0x2","latest",[75,25]]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid reward percentiles","data":"#0:75 >= #1:25"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_feeHistory","params":["0x2","latest",[101]]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid reward percentiles","data":"101"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_feeHistory","params":["0x2","0x99",[]]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32001,"message":"block not found: 0x99"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_feeHistory","params":[]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"missing value for required argument 0 (count)"}}
