// What is no transaction is -32602.
>> {"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (transaction)"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_sendRawTransaction","params":[""]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"invalid argument 0 (transaction): empty hex string"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_sendRawTransaction","params":["0x"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"empty transaction data"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_sendRawTransaction","params":["c0"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 0 (transaction): hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_sendRawTransaction","params":["0xc"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0 (transaction): hex string of odd length"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_sendRawTransaction","params":[7]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0 (transaction): expected a hex string, got the number 7"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_sendRawTransaction","params":["0xc0"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"expected 9 fields, got 0"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_sendRawTransaction","params":["0x02"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"rlp: input too short"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_sendRawTransaction","params":["0x02c0"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"expected 12 fields, got 0"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"rlp: input too short"}}
>> {"jsonrpc":"2.0","id":11,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a4400"]}
<< {"jsonrpc":"2.0","id":11,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"rlp: trailing bytes after the value"}}
>> {"jsonrpc":"2.0","id":12,"method":"eth_sendRawTransaction","params":["0x05f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0687125d0dbb92c2dbf4b1dc14df759659d01f0516a736ad515dcbf13eef95a44"]}
<< {"jsonrpc":"2.0","id":12,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"transaction type 5 is not supported"}}
// Blobs and deposits are not for the mempool.
>> {"jsonrpc":"2.0","id":13,"method":"eth_sendRawTransaction","params":["0x03f89382210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c88080c0843b9aca00e1a0011111111111111111111111111111111111111111111111111111111111111180a09d51d4dd48ad9ebe7ad06c0113ddcd6bd64187a869181867b326a0e19140f3bea01c219cf2c4096c992831379558cc8c172a06eaaad8d6ad16da5dc3cfcf0da9f1"]}
<< {"jsonrpc":"2.0","id":13,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"transaction type 3 is not supported"}}
>> {"jsonrpc":"2.0","id":14,"method":"eth_sendRawTransaction","params":["0x7ef8"]}
<< {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"failed to decode signed transaction","data":"transaction type 126 is not supported"}}
// A signature that fits nobody.
>> {"jsonrpc":"2.0","id":15,"method":"eth_sendRawTransaction","params":["0x02ec82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c0808001"]}
<< {"jsonrpc":"2.0","id":15,"error":{"code":-32602,"message":"invalid transaction signature","data":"invalid transaction signature"}}
>> {"jsonrpc":"2.0","id":16,"method":"eth_sendRawTransaction","params":["0x02ec82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c0050101"]}
<< {"jsonrpc":"2.0","id":16,"error":{"code":-32602,"message":"invalid transaction signature","data":"invalid signature parity 5"}}
// s above half of the curve's order (EIP-2).
>> {"jsonrpc":"2.0","id":17,"method":"eth_sendRawTransaction","params":["0x02f86c82210580843b9aca00843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a05c8d064c8228d76541af0c4664ad4780c7d35609979266c2727342f938aa4314a0978eda2f2446d3d240b4e23eb208a6991dacec9544d53566a9f59f78e13ce6fd"]}
<< {"jsonrpc":"2.0","id":17,"error":{"code":-32602,"message":"invalid transaction signature","data":"invalid transaction signature"}}
